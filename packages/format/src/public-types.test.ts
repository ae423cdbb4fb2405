import { expectTypeOf, it } from "vitest";
import {
  type CapBudgetOptions,
  type CapBudgets,
  capText,
  cleanTerminal,
  type Measure,
  resolveBudgets,
  type TerminalText,
} from "./index.js";

it("the types are those that the README promises", () => {
  expectTypeOf(capText).parameters.toEqualTypeOf<
    [text: string, id: string | undefined, budgets: CapBudgetOptions, measure?: Measure | undefined]
  >();
  expectTypeOf(capText).returns.toEqualTypeOf<{ text: string; capped: boolean }>();
  expectTypeOf(resolveBudgets).returns.toEqualTypeOf<CapBudgets>();
  expectTypeOf<CapBudgets["maxLines"]>().toBeNumber();
  expectTypeOf<CapBudgetOptions["maxLines"]>().toEqualTypeOf<number | undefined>();
  expectTypeOf(cleanTerminal).toEqualTypeOf<(text: string) => string>();
  expectTypeOf<TerminalText["write"]>().toEqualTypeOf<(piece: string) => void>();
  expectTypeOf<TerminalText["text"]>().toBeString();
});
