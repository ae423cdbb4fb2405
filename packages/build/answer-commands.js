/**
 * Answers the commands that a `Worker` of `testing.ts` sends: `{ answer }` is what a command gave, `{ failed }` how it
 * failed. A message that names no command is left to whoever waits for it.
 *
 * A worker that permissions are to bind gives root up only now, when all its code is loaded: the other user need not
 * be able to enter the folders of Node and of the packages.
 */
export const answerCommands = (commands, nameFailure = (error) => error.message) => {
  const user = Number(process.env.WORKER_USER);
  if (user > 0) {
    process.setgroups([]);
    process.setgid(user);
    process.setuid(user);
  }
  process.on("message", async (message) => {
    const command = commands[message.command];
    if (command === undefined) return;
    try {
      process.send({ answer: (await command(message)) ?? "ok" });
    } catch (error) {
      process.send({ failed: nameFailure(error) });
    }
  });
  process.on("disconnect", () => process.exit());
};
