export {
  checkFlag,
  checkFolder,
  checkFunction,
  checkList,
  checkListOf,
  checkNames,
  checkNumber,
  checkObject,
  checkText,
  checkWhole,
} from "./check.js";
export { describe } from "./describe.js";
export { isJsonObject, type JsonObject } from "./json-object.js";
