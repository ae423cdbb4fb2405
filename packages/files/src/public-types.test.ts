import { expectTypeOf, it } from "vitest";
import {
  appendLines,
  FileError,
  type FileErrorCode,
  LOCK_LEASE,
  type LockedFile,
  type LockOptions,
  makeFolder,
  type ReplaceOptions,
  readBytes,
  readText,
  replaceFile,
  withLock,
} from "./index.js";

it("a file that is missing is undefined", () => {
  expectTypeOf(readText).returns.resolves.toEqualTypeOf<string | undefined>();
  expectTypeOf(readBytes).returns.resolves.toEqualTypeOf<Buffer | undefined>();
  expectTypeOf<LockedFile["read"]>().returns.resolves.toEqualTypeOf<string | undefined>();
  expectTypeOf<ReplaceOptions["before"]>().toEqualTypeOf<string | undefined>();
});

it("who writes waits, and lists may be read-only", () => {
  expectTypeOf(replaceFile).parameter(2).toEqualTypeOf<(ReplaceOptions & LockOptions) | undefined>();
  expectTypeOf(appendLines).parameter(1).toEqualTypeOf<readonly string[]>();
  expectTypeOf(makeFolder).parameters.toEqualTypeOf<[string]>();
  for (const write of [replaceFile, appendLines, makeFolder]) {
    expectTypeOf(write).returns.resolves.toBeVoid();
  }
});

it("a lock gives back what its action gives, at once or later", () => {
  const count = () => withLock("count.txt", () => 5);
  const text = () => withLock("notes.md", async (file) => (await file.read()) ?? "");
  expectTypeOf(count).returns.resolves.toBeNumber();
  expectTypeOf(text).returns.resolves.toBeString();
  expectTypeOf(withLock).parameter(2).toEqualTypeOf<LockOptions | undefined>();
  expectTypeOf(LOCK_LEASE).toBeNumber();
});

it("an error is known by its code", () => {
  expectTypeOf<FileError>().toExtend<Error>();
  expectTypeOf<FileError["code"]>().toEqualTypeOf<FileErrorCode>();
  expectTypeOf<FileError["inTheWay"]>().toEqualTypeOf<string | undefined>();
  expectTypeOf<"busy" | "lost" | "changed">().toExtend<FileErrorCode>();
  expectTypeOf<"ENOENT">().not.toExtend<FileErrorCode>();
  const read = (error: unknown) => (error instanceof FileError ? error.code : undefined);
  expectTypeOf(read).returns.toEqualTypeOf<FileErrorCode | undefined>();
});
