import { EntryList } from "./entry-list.js";
import type { Operation } from "./operation.js";
import { type Refusal, refusals } from "./refusal.js";
import { vetEntry } from "./vet-entry.js";

/** What one operation did. */
export type Done = "added" | "exists" | "replaced" | "removed";

/** What one target becomes while its operations are applied, one after the other. */
export class Changes {
  readonly list: EntryList;
  readonly removed: string[] = [];
  readonly replaced: string[] = [];

  constructor(entries: readonly string[], isShown?: (entry: string) => boolean) {
    this.list = new EntryList(entries, isShown);
  }

  /** Does one operation, its checks in the order of Specification 3.5. */
  apply(operation: Operation): Done | Refusal {
    switch (operation.action.toLowerCase()) {
      case "add":
        return this.#add(operation);
      case "replace":
        return this.#replace(operation);
      case "remove":
        return this.#remove(operation);
      case "":
        return refusals.noAction();
      default:
        return refusals.unknownAction(operation.action);
    }
  }

  #add({ content }: Operation): Done | Refusal {
    if (content === "") return refusals.addNeedsContent();
    const refusal = vetEntry(content);
    if (refusal) return refusal;
    if (this.list.has(content)) return "exists";
    this.list.append(content);
    return "added";
  }

  #replace({ content, oldText }: Operation): Done | Refusal {
    if (oldText === "") return refusals.needsOldText("replace");
    if (content === "") return refusals.replaceNeedsContent();
    const refusal = vetEntry(content);
    if (refusal) return refusal;
    const found = this.#find(oldText);
    if (typeof found !== "number") return found;
    this.replaced.push(this.list.put(found, content));
    return "replaced";
  }

  #remove({ oldText }: Operation): Done | Refusal {
    if (oldText === "") return refusals.needsOldText("remove");
    const found = this.#find(oldText);
    if (typeof found !== "number") return found;
    this.removed.push(this.list.take(found));
    return "removed";
  }

  #find(oldText: string): number | Refusal {
    const found = this.list.find(oldText);
    if (found === "none") return refusals.noMatch(oldText);
    return found === "several" ? refusals.severalMatch(oldText) : found;
  }
}
