import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { atEnd } from "@lembas/build/testing";

/** A proxy before a server's socket that can lose an answer. */
export interface CuttingProxy {
  /** Where it is, for a connection string. */
  readonly port: number;
  /** The next time that a client sends this text, the server gets it, and the client a broken connection for an answer. */
  loseAnswerTo(text: string): void;
  /** The next connection is ended by the server right after it was made: both stand in one packet. */
  endNextConnection(): void;
  /** How many answers were lost. */
  readonly lost: number;
}

/** That the server waits for a statement: the end of a connection's beginning. */
const READY = Buffer.from("Z\0\0\0\x05I", "latin1");

/** What a server says that ends a connection: a message of its fields, each ended by a NUL. */
const ending = (): Buffer => {
  const fields = Buffer.from("SFATAL\0VFATAL\0C57P01\0Mterminating connection\0\0", "latin1");
  const head = Buffer.from("E\0\0\0\0", "latin1");
  head.writeInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
};

/** @param path the server's socket */
export const startCuttingProxy = async (path: string): Promise<CuttingProxy> => {
  const sockets = new Set<Socket>();
  let wanted: string | undefined;
  let lost = 0;
  let isEnding = false;
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
      if (isEnding && data.subarray(-READY.length).equals(READY)) {
        isEnding = false;
        client.end(Buffer.concat([data, ending()]));
        return;
      }
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
    endNextConnection: () => {
      isEnding = true;
    },
    get lost() {
      return lost;
    },
  };
};
