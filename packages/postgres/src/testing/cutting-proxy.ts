import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { atEnd } from "@lembas/build/testing";

/** A proxy before a server's socket that can lose an answer. */
export interface CuttingProxy {
  /** Where it is, for a connection string. */
  readonly port: number;
  /** The next time that a client sends this text, the server gets it, and the client a broken connection for an answer. */
  loseAnswerTo(text: string): void;
  /** How many answers were lost. */
  readonly lost: number;
}

/** @param path the server's socket */
export const startCuttingProxy = async (path: string): Promise<CuttingProxy> => {
  const sockets = new Set<Socket>();
  let wanted: string | undefined;
  let lost = 0;
  const server = createServer((client) => {
    const upstream = connect(path);
    let isLosing = false;
    const close = () => {
      client.destroy();
      upstream.destroy();
    };
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on("error", close).on("close", close);
    }
    client.on("data", (data) => {
      if (wanted !== undefined && data.includes(wanted)) {
        isLosing = true;
        wanted = undefined;
      }
      upstream.write(data);
    });
    upstream.on("data", (data) => {
      if (!isLosing) {
        client.write(data);
        return;
      }
      lost++;
      close();
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  atEnd(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address();
  return {
    port: typeof address === "object" && address ? address.port : 0,
    loseAnswerTo: (text) => {
      wanted = text;
    },
    get lost() {
      return lost;
    },
  };
};
