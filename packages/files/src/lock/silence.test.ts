import { afterEach, expect, it, vi } from "vitest";
import { Silence } from "./silence.js";

const now = vi.spyOn(performance, "now");
afterEach(() => now.mockReset());

const at = (milliseconds: number): void => {
  now.mockReturnValue(milliseconds);
};

it("adds up how long the same was heard, and begins anew when it is another", () => {
  at(1_000);
  const silence = new Silence();
  silence.listen("a");
  at(1_050);
  expect(silence.listen("a")).toBe(50);
  at(1_100);
  expect(silence.listen("a")).toBe(100);
  expect(silence.listen("b")).toBe(0);
});

it("counts its own sleep for no more than one look: the other may have slept with it", () => {
  at(0);
  const silence = new Silence();
  silence.listen("a");
  at(3_600_000);
  expect(silence.listen("a")).toBe(100);
  at(3_600_050);
  expect(silence.listen("a")).toBe(150);
});
