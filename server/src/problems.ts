// Errors as problem details (RFC 9457): what each fault, status and bad request looks like from outside. No internals.
import { Fault, StoreFault } from "@orrery/runtime";
import type { Problem } from "./schemas.ts";

/** What is wrong with a request before anything was asked of the runtime. */
export class RequestRefused extends Error {
  readonly status: number;
  readonly code: string;
  readonly headers: Readonly<Record<string, string>>;
  constructor(status: number, code: string, message: string, headers: Record<string, string> = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.headers = headers;
  }
}

/** 503 during shutdown; also closes the connection. */
export const closing = (): RequestRefused =>
  new RequestRefused(503, "closing", "The server is stopping. Try again in a moment.", {
    "retry-after": "1",
    connection: "close",
  });

const TITLES: Readonly<Record<number, string>> = {
  400: "The request cannot be understood",
  401: "A token is needed",
  403: "Not allowed",
  404: "Not found",
  408: "Too slow",
  409: "It is no longer as you saw it",
  413: "Too large",
  422: "It is another than before",
  429: "Too much at once",
  431: "Too large",
  500: "Something broke here",
  503: "Busy",
};

const FAULTS: Readonly<Record<Fault["code"], number>> = {
  unknown_world: 404,
  unknown_run: 404,
  unknown_branch: 404,
  unknown_turn: 404,
  unknown_actor: 404,
  unknown_league: 404,
  unknown_experiment: 404,
  unknown_thing: 404,
  unknown_export: 404,
  unknown_artifact: 404,
  unknown_seat: 404,
  ambiguous: 409,
  no_minds: 409,
  bad_world: 400,
  bad_config: 400,
  bad_name: 400,
  bad_export: 400,
  name_taken: 409,
  rules_changed: 409,
  nobody_asked: 409,
  moved: 409,
  key_taken: 422,
  seat_over: 401,
  seat_taken: 409,
  not_allowed: 403,
  too_large: 413,
  not_text: 400,
  bad_artifact: 400,
  sealed: 409,
  no_agent: 409,
  bad_agents: 400,
  bad_models: 409,
  recording_mismatch: 409,
  recording_damaged: 400,
};
const STORE_FAULTS: Readonly<Record<StoreFault["code"], number>> = {
  locked: 503,
  read_only: 503,
  io: 503,
  not_found: 404,
  exists: 409,
  conflict: 409,
  malformed: 400,
  corrupt: 500,
  newer_version: 500,
  not_a_database: 500,
};

interface ProblemResponse {
  readonly problem: Problem;
  readonly headers: Readonly<Record<string, string>>;
}

/** Any error as what the caller may know of it. */
export function problemOf(error: unknown): ProblemResponse {
  if (error instanceof RequestRefused) return problem(error.status, error.code, error.message, {}, error.headers);
  if (error instanceof Fault) {
    return problem(FAULTS[error.code], error.code, error.message, {
      ...(error.problems.length > 0
        ? { problems: error.problems.map((one) => ({ ...one, path: [...one.path] })) }
        : {}),
      ...(error.choices.length > 0 ? { choices: [...error.choices] } : {}),
      ...(error.head ? { head: error.head as NonNullable<Problem["head"]> } : {}),
    });
  }
  if (error instanceof StoreFault) {
    const status = STORE_FAULTS[error.code];
    return problem(status, error.code, error.message, {}, status === 503 ? { "retry-after": "1" } : {});
  }
  return fromFastify(error);
}

/** Fastify's own complaints carry a status and a code; everything else is a bug, and a bug's text stays inside. */
function fromFastify(error: unknown): ProblemResponse {
  const { statusCode, code, message } = error as { statusCode?: unknown; code?: unknown; message?: unknown };
  if (code === "FST_ERR_CTP_BODY_TOO_LARGE")
    return problem(413, "too_large", "The body is larger than this endpoint takes.");
  if (code === "FST_ERR_CTP_INVALID_MEDIA_TYPE")
    return problem(400, "not_json", "Send the body as JSON, with the header content-type: application/json.");
  if (typeof statusCode === "number" && statusCode >= 400 && statusCode < 500)
    return problem(400, "bad_request", `${String(message).replace(/[.!?]$/, "")}.`);
  return problem(500, "internal", "This is a fault of the server, not of the request. Its log says more.");
}

/** What never became a request, by Node's code for what was wrong with it. */
export function unreadable(code: string): ProblemResponse {
  if (code === "HPE_HEADER_OVERFLOW")
    return problem(431, "too_large", "The headers are larger than this server takes.");
  if (code === "ERR_HTTP_REQUEST_TIMEOUT")
    return problem(408, "too_slow", "The request did not arrive in time. Send it again.");
  return problem(400, "bad_request", "That is no HTTP request.");
}

const problem = (
  status: number,
  code: string,
  detail: string,
  more: Pick<Problem, "head" | "problems" | "choices"> = {},
  headers: Readonly<Record<string, string>> = {},
): ProblemResponse => ({
  problem: { type: "about:blank", title: TITLES[status] ?? "Error", status, detail, code, ...more },
  headers,
});
