export {
  checkFlag,
  checkFunction,
  checkList,
  checkListOf,
  checkNumber,
  checkObject,
  checkText,
  checkWhole,
} from "./check.js";
export { describe } from "./describe.js";
