import type { LanguageModelV3Prompt } from "@ai-sdk/provider";
import type Anthropic from "@anthropic-ai/sdk";
import type { CallModelInputFilter } from "@openai/agents";
import { type LanguageModelMiddleware, type ModelMessage, wrapLanguageModel } from "ai";
import type { LanguageModelMiddleware as Middleware7 } from "ai-7";
import { type AgentMiddleware, createAgent } from "langchain";
import type OpenAI from "openai";
import { expectTypeOf, it } from "vitest";
import { lembas as forAiSdk } from "./ai-sdk.js";
import {
  type ComposeOptions,
  composeAnthropic,
  composeChat,
  composeModelMessages,
  composeResponses,
  createComposer,
  restore,
} from "./index.js";
import { lembas as forLangchain } from "./langchain.js";
import {
  type PassedOnReason,
  runCommandLine,
  type ServeCounts,
  type Served,
  type ServeOptions,
  serve,
} from "./node.js";
import { lembas as forOpenaiAgents } from "./openai-agents.js";

type ChatParam = OpenAI.ChatCompletionMessageParam;
type Item = OpenAI.Responses.ResponseInputItem;
type BetaParam = Anthropic.Beta.BetaMessageParam;

it("messages have the type that they had", () => {
  const composer = createComposer();
  expectTypeOf(composeAnthropic<Anthropic.MessageParam[]>).returns.toEqualTypeOf<Anthropic.MessageParam[]>();
  expectTypeOf(composeAnthropic<BetaParam[]>).returns.toEqualTypeOf<BetaParam[]>();
  expectTypeOf(composeChat<ChatParam[]>).returns.toEqualTypeOf<ChatParam[]>();
  expectTypeOf(composeResponses<Item[]>).returns.toEqualTypeOf<Item[]>();
  expectTypeOf(composeModelMessages<ModelMessage[]>).returns.toEqualTypeOf<ModelMessage[]>();
  expectTypeOf(composeModelMessages<LanguageModelV3Prompt>).returns.toEqualTypeOf<LanguageModelV3Prompt>();
  expectTypeOf(composer.composeAnthropic<Anthropic.MessageParam[]>).returns.toEqualTypeOf<
    Anthropic.MessageParam[]
  >();
  expectTypeOf(restore<Item[]>).returns.toEqualTypeOf<Item[]>();
  expectTypeOf(composeAnthropic<readonly Anthropic.MessageParam[]>).returns.toEqualTypeOf<
    readonly Anthropic.MessageParam[]
  >();
});

it("what is no list of messages is refused", () => {
  // @ts-expect-error a message alone
  expectTypeOf(composeAnthropic).toBeCallableWith({ role: "user", content: "" });
  // @ts-expect-error texts
  expectTypeOf(composeChat).toBeCallableWith(["hello"]);
  // @ts-expect-error an option that is not there
  expectTypeOf(createComposer).toBeCallableWith({ keepLast: 3 });
});

it("the adapters are what the frameworks take", () => {
  expectTypeOf(forAiSdk()).toExtend<LanguageModelMiddleware>();
  expectTypeOf(forAiSdk()).toExtend<Middleware7>();
  expectTypeOf(wrapLanguageModel).parameter(0).toHaveProperty("middleware");
  expectTypeOf(forLangchain()).toExtend<AgentMiddleware>();
  expectTypeOf(createAgent).toBeFunction();
  expectTypeOf(forOpenaiAgents()).toExtend<CallModelInputFilter>();
});

it("a server is given a provider, and has an address", () => {
  expectTypeOf<{ to: string }>().toExtend<ServeOptions>();
  expectTypeOf<{ port: number }>().not.toExtend<ServeOptions>();
  expectTypeOf<ServeOptions>().toExtend<ComposeOptions>();
  expectTypeOf(serve).returns.resolves.toEqualTypeOf<Served>();
  expectTypeOf<Served["address"]>().toBeString();
  expectTypeOf<Served["counts"]>().returns.toEqualTypeOf<ServeCounts>();
  expectTypeOf<ServeCounts["passedOn"]>().toEqualTypeOf<Readonly<Record<PassedOnReason, number>>>();
  expectTypeOf<Served["close"]>().returns.resolves.toBeVoid();
  expectTypeOf(runCommandLine).parameters.toEqualTypeOf<[readonly string[]]>();
  expectTypeOf(runCommandLine).returns.resolves.toBeNumber();
});
