/** An event of a conversation, and the call whose result it has. */
export interface HeldEvent {
  readonly id: string;
  readonly conversation: string;
  readonly call: string | undefined;
}

/** An event with what became of it. */
interface Entry extends HeldEvent {
  isHeld: boolean;
}

/** The calls whose results these events have. */
export const callsOf = (events: readonly HeldEvent[]): string[] =>
  events.flatMap(({ call }) => (call === undefined ? [] : [call]));

/**
 * The events that conversations hold, in order, for what is taken back of them. Each is looked at once when it comes and
 * once when it goes, so that a recording takes time in proportion to its length whatever it takes back.
 *
 * @example
 * held.add({ id: "e1", conversation: "main", call: "c1" });
 * held.takeFrom("e1"); // [{ id: "e1", … }]
 */
export class HeldEvents {
  readonly #all: Entry[] = [];
  readonly #places = new Map<string, number>();
  readonly #conversations = new Map<string, { events: Entry[]; results: Entry[] }>();

  /** Takes an event in; of several with one id the last is found by it. */
  add(event: HeldEvent): void {
    const entry: Entry = { ...event, isHeld: true };
    this.#places.set(event.id, this.#all.push(entry) - 1);
    const of = this.#conversations.get(event.conversation) ?? { events: [], results: [] };
    this.#conversations.set(event.conversation, of);
    of.events.push(entry);
    if (event.call !== undefined) of.results.push(entry);
  }

  /** Takes out the events with these ids. */
  take(ids: readonly unknown[]): HeldEvent[] {
    return ids.flatMap((id) => {
      const place = this.#placeOf(id);
      return place === undefined ? [] : this.#drop(this.#all.slice(place, place + 1));
    });
  }

  /** Takes out the event with this id and all behind it; none where it is not there. */
  takeFrom(id: unknown): HeldEvent[] {
    const place = this.#placeOf(id);
    return place === undefined ? [] : this.#drop(this.#all.splice(place));
  }

  /** Takes out all events of a conversation. */
  takeConversation(conversation: string): HeldEvent[] {
    const of = this.#conversations.get(conversation);
    this.#conversations.delete(conversation);
    return this.#drop(of?.events ?? []);
  }

  /** Takes the results out of a conversation whose events stay: their calls. */
  takeResults(conversation: string): string[] {
    const results = this.#conversations.get(conversation)?.results.splice(0) ?? [];
    return callsOf(results.filter(({ isHeld }) => isHeld));
  }

  /** The place of the event with an id; another one may stand there since that one went. */
  #placeOf(id: unknown): number | undefined {
    const place = typeof id === "string" ? this.#places.get(id) : undefined;
    return place !== undefined && this.#all[place]?.id === id ? place : undefined;
  }

  #drop(entries: readonly Entry[]): HeldEvent[] {
    return entries.filter((entry) => {
      const { isHeld } = entry;
      entry.isHeld = false;
      return isHeld;
    });
  }
}
