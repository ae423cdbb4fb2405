import type { Memory, MemoryStore, MemoryTarget } from "@lembas/memory";
import { type ReadResourceResult, type Resource, ResourceNotFoundError } from "@modelcontextprotocol/server";

const SCHEME = "memory://";
const MIME_TYPE = "text/plain";

/** The targets of a memory as resources: `memory://user` is the block of the target `user`, as it is now. */
export class Resources {
  readonly #store: MemoryStore;
  readonly #memory: Memory;
  readonly #targets: ReadonlyMap<string, MemoryTarget>;

  constructor(store: MemoryStore, memory: Memory, targets: Readonly<Record<string, MemoryTarget>>) {
    this.#store = store;
    this.#memory = memory;
    this.#targets = new Map(Object.entries(targets));
  }

  /** The resources' URIs, in the order of the targets. */
  get uris(): string[] {
    return [...this.#targets.keys()].map((name) => `${SCHEME}${name}`);
  }

  /** The resources as a client lists them. */
  list(): Resource[] {
    return [...this.#targets].map(([name, { label, limit }]) => ({
      uri: `${SCHEME}${name}`,
      name,
      title: label,
      description: `What the agent remembers in ${name}: at most ${limit} characters.`,
      mimeType: MIME_TYPE,
    }));
  }

  /**
   * The block of a target, for a system prompt.
   *
   * @throws {ResourceNotFoundError} there is no such resource
   * @throws {Error} the store cannot read the target
   */
  async read(uri: string): Promise<ReadResourceResult> {
    const { text } = await this.#memory.read({ target: this.#find(uri) });
    return { contents: [{ uri, mimeType: MIME_TYPE, text }] };
  }

  /**
   * The revision of a target.
   *
   * @throws {ResourceNotFoundError} there is no such resource
   * @throws {Error} the store cannot read the target
   */
  async revision(uri: string): Promise<string> {
    return (await this.#store.read(this.#find(uri))).revision;
  }

  /** The name of the target of a resource. */
  #find(uri: string): string {
    const name = uri.startsWith(SCHEME) ? uri.slice(SCHEME.length) : "";
    if (!this.#targets.has(name)) {
      throw new ResourceNotFoundError(uri, `there is no resource ${uri}; there are ${this.uris.join(", ")}`);
    }
    return name;
  }
}
