// Works on a store in a process of its own, for storeProcessSuite:
// node store-worker.js <module that exports makeStore> <store's name> append|rewrite <prefix or count> <how many>
const [module, name, work, argument, count] = process.argv.slice(2);
const { default: makeStore } = await import(module);
const store = await makeStore(name);

if (work === "append") {
  for (let number = 0; number < Number(count); number += 1) {
    const entry = `${argument} ${number}`;
    await store.update("user", (entries) => ({
      entries: [...entries, entry],
      ops: [{ action: "add", content: entry }],
      value: null,
    }));
  }
}

// Each state is whole in itself: as many entries as asked for, all with the state's number. Says what is kept.
if (work === "rewrite") {
  for (let done = 0; done < Number(count); done += 1) {
    const state = await store.update("user", (entries) => {
      const next = Number(entries[0]?.split(" ")[1] ?? 0) + 1;
      const written = Array.from({ length: Number(argument) }, (_, index) => `state ${next} entry ${index}`);
      return { entries: written, ops: [], value: next };
    });
    process.stdout.write(`${state}\n`);
  }
}
