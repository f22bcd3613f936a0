// Every route with the OpenAPI document as its grammar: for any input, no answer is a fault of the server's, and each is one that the document declares.
import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import fc from "fast-check";
import type { InjectOptions } from "fastify";
import { openApi, ROUTES } from "../src/index.ts";
import { type Fixture, openFixture, yes } from "./support.ts";

const RUNS = process.env["ORRERY_LONG"] ? 300 : 6;
// biome-ignore lint/suspicious/noExplicitAny: a JSON document that is walked by its own rules
type Node = any;
const document = openApi(ROUTES) as Node;
const TOKEN = "the-owner";

const hostile = fc.constantFrom(
  "",
  "__proto__",
  "constructor",
  "\u0000",
  "\ud800",
  "../../etc/passwd",
  "%2e%2e",
  "🧿".repeat(50),
  "x".repeat(5000),
  "' OR 1=1 --",
  "1e309",
  "-1",
  "NaN",
  "<script>",
  "*=bot:random",
  "main",
  "{}",
  "[]",
);
const junk = fc.oneof(
  { weight: 3, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  { weight: 1, arbitrary: hostile },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 4000 }).map((depth) => nested(depth)) },
  { weight: 1, arbitrary: fc.constant(Array.from({ length: 20_000 }, () => null)) },
);
function nested(depth: number): unknown {
  let value: unknown = 0;
  for (let i = 0; i < depth; i++) value = i % 2 ? [value] : { a: value };
  return value;
}

let known: readonly string[] = [];

/** Values of a schema, and one in eight times anything else. */
function valuesOf(schema: Node): fc.Arbitrary<unknown> {
  if (schema?.$ref)
    return valuesOf(
      schema.$ref
        .slice(2)
        .split("/")
        .reduce((at: Node, key: string) => at[key], document),
    );
  return fc.oneof({ weight: 7, arbitrary: plain(schema ?? {}) }, { weight: 1, arbitrary: junk });
}
function plain(schema: Node): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const either = schema.anyOf ?? schema.oneOf;
  if (either) return fc.oneof(...either.map(valuesOf));
  if (schema.type === "object") {
    const { properties = {}, required = [] } = schema;
    const fields = Object.fromEntries(
      Object.entries(properties).map(([name, value]) => [
        name,
        name === "actions"
          ? actions
          : name === "as" || name === "actor"
            ? fc.constantFrom("ann", "ben", "eve")
            : valuesOf(value),
      ]),
    );
    return fc.record(fields, { requiredKeys: required });
  }
  if (schema.type === "array") return fc.array(valuesOf(schema.items), { maxLength: 3 });
  if (schema.type === "integer" || schema.type === "number")
    return fc.oneof(fc.integer({ min: -2, max: 30 }), fc.constantFrom(0, 2 ** 31, 2 ** 53, -1, 0.5));
  if (schema.type === "boolean") return fc.boolean();
  if (schema.type === "null") return fc.constant(null);
  if (schema.type === "string")
    return fc.oneof(
      hostile,
      fc.string({ unit: "binary", maxLength: 30 }),
      fc.constantFrom(...known, "look", "0", "1", "vote yes"),
    );
  return junk;
}
const actions = fc.array(fc.oneof(fc.constant(yes("ben")), fc.constant(yes("ann")), junk), { maxLength: 4 });

/** A run as it is exported, to be damaged and taken in. */
let exported = "";
/** Files: any bytes, the beginnings of what is taken, and a run with a piece of it cut out or put elsewhere. */
const file = fc.oneof(
  fc.uint8Array({ maxLength: 2000 }).map((bytes) => Buffer.from(bytes)),
  fc
    .tuple(
      fc.constantFrom("\x89PNG\r\n\x1a\n", "GIF89a", "<svg", "ID3", '{"orrery":1}\n'),
      fc.string({ maxLength: 200 }),
    )
    .map(([start, rest]) => Buffer.from(start + rest, "latin1")),
  fc.tuple(fc.nat(), fc.nat({ max: 40 }), fc.string({ maxLength: 5 })).map(([place, length, other]) => {
    const from = place % (exported.length + 1);
    return Buffer.from(exported.slice(0, from) + other + exported.slice(from + length));
  }),
);

let at: Fixture;
const callers: Record<string, string>[] = [];
const bugs: unknown[] = [];
before(async () => {
  at = await openFixture({
    token: TOKEN,
    onBug: (error) => void bugs.push(error),
    quotas: {
      requests: { burst: 1e9, perSecond: 1e9 },
      bytes: { burst: 1e12, perSecond: 1e12 },
      actions: { burst: 1e9, perSecond: 1e9 },
      logins: { burst: 1e9, perSecond: 1e9 },
    },
  });
  const run = await at.start("ballot");
  const house = await at.start("house/cottage");
  const seat = await at.orrery.invite(run, "ben");
  exported = (await Array.fromAsync(at.orrery.export(run))).join("\n");
  known = [run, house, "nope", "main", "ben", "ann", "tictactoe", "ballot", TOKEN, seat];
  callers.push(
    { authorization: `Bearer ${TOKEN}` },
    { authorization: `Bearer ${seat}` },
    {},
    { cookie: `orrery_seat=${seat}; orrery_owner=x` },
  );
});
after(() => at.close());

for (const [path, operations] of Object.entries(document.paths as Node))
  for (const [method, operation] of Object.entries(operations as Node) as [string, Node][])
    it(`${method.toUpperCase()} ${path}`, async () => {
      const { parameters = [], requestBody, responses, operationId } = operation;
      const query = Object.fromEntries(
        parameters.filter((one: Node) => one.in === "query").map((one: Node) => [one.name, valuesOf(one.schema)]),
      );
      const body = requestBody?.content?.["application/json"]?.schema;
      const types = Object.keys(requestBody?.content ?? {});
      const isFile = types.length > 0 && !types.includes("application/json");
      const request = fc.record({
        caller: fc.constantFrom(...callers, callers[0]!),
        // Of four addresses three lead to a run.
        path: fc.array(
          fc.oneof(
            { weight: 3, arbitrary: fc.constantFrom(known[0]!, known[1]!, "main", "0") },
            { weight: 1, arbitrary: fc.oneof(hostile, fc.string({ maxLength: 20 })) },
          ),
          { minLength: 3, maxLength: 3 },
        ),
        query: fc.record(query, {
          requiredKeys: parameters
            .filter((one: Node) => one.in === "query" && one.required)
            .map((one: Node) => one.name),
        }),
        body: body ? valuesOf(body) : fc.constant(undefined),
        file: isFile ? fc.tuple(fc.constantFrom(...types, "text/plain"), file) : fc.constant(null),
        raw: fc.oneof(
          { weight: 9, arbitrary: fc.constant(null) },
          { weight: 1, arbitrary: fc.constantFrom("", "{", "\u0000", "[".repeat(100_000), "null") },
        ),
        key: fc.option(fc.string({ maxLength: 10 }), { freq: 4 }),
      });
      await fc.assert(
        fc.asyncProperty(request, async ({ caller, path: parts, query: asked, body: sent, file, raw, key }) => {
          // A stream has no end: only its refusals are looked at here.
          if (operationId === "follow") asked = { ...asked, branch: "no such branch" };
          let next = 0;
          const where = path.replaceAll(/\{\w+\}/g, () => encodeURIComponent(parts[next++ % 3]!.toWellFormed()));
          const search = new URLSearchParams(
            Object.entries(asked).map(([name, value]): [string, string] => [
              name,
              typeof value === "string" ? value.toWellFormed() : (JSON.stringify(value) ?? ""),
            ]),
          );
          const payload = raw ?? file?.[1] ?? (sent === undefined ? undefined : JSON.stringify(sent));
          const headers = {
            ...caller,
            ...(payload === undefined ? {} : { "content-type": file?.[0] ?? "application/json" }),
            ...(key === null || /[^\x20-\x7e]/.test(key) ? {} : { "idempotency-key": key }),
          };
          const url = `${where}?${search}`;
          const options: InjectOptions = {
            method: method.toUpperCase() as "GET",
            url,
            headers,
            ...(payload === undefined ? {} : { payload }),
          };
          const { statusCode, headers: came, body: text } = await at.app.inject(options);
          const told = `${method} ${url.slice(0, 300)} ${String(payload).slice(0, 300)}: ${statusCode} ${text.slice(0, 300)} ${String((bugs[0] as Error | undefined)?.stack).slice(0, 800)}`;
          assert.ok(statusCode < 500 || (statusCode === 503 && text.includes("not_built")), told);
          assert.equal(bugs.length, 0, told);
          // An address that no longer leads to this route is answered as any that leads nowhere.
          if (statusCode !== 404) assert.ok(responses[statusCode], `undeclared: ${told}`);
          if (statusCode >= 400 && !String(came["content-type"]).startsWith("application/problem+json"))
            assert.ok(responses[statusCode]?.content?.["application/json"], told);
        }),
        { numRuns: RUNS, interruptAfterTimeLimit: 60_000 },
      );
    });
