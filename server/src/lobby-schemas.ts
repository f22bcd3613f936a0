// The shapes of lobbies over HTTP, for validation and for the OpenAPI document alike.
import { Type } from "@orrery/kernel";
import { BranchName, closed, Id, orNull } from "./schemas.ts";

export const LobbyBody = Type.Object(
  {
    actors: Type.Array(Id, { minItems: 1, maxItems: 100, description: "The seats that it offers, each once." }),
    branch: Type.Optional(BranchName),
    expiresAt: Type.Optional(
      Type.Integer({
        minimum: 0,
        description: "Milliseconds since 1970: a day from now unless told, and thirty days at most.",
      }),
    ),
  },
  closed,
);
export const LobbyPath = Type.Object({ id: Id, lobby: Id }, closed);
export const LobbyCard = Type.Object(
  {
    id: Type.String(),
    run: Type.String(),
    branch: Type.String(),
    seats: Type.Array(
      Type.Object(
        {
          actor: Type.String(),
          seat: orNull(Type.String({ description: "The id of the seat that holds it; null: it is free." })),
          by: Type.String({ description: "What its holder is called; empty where nobody said." }),
        },
        closed,
      ),
    ),
    link: orNull(Type.String({ description: "What guests open; null once it is over." })),
    createdAt: Type.Integer(),
    expiresAt: Type.Integer(),
    revokedAt: orNull(Type.Integer()),
  },
  { ...closed, title: "Lobby", description: "One invitation for several seats. Times in milliseconds since 1970." },
);
export const Lobbies = Type.Array(LobbyCard);
const LobbyToken = Type.String({ minLength: 1, maxLength: 4096, description: "Of the lobby's link." });
export const LobbyGuestBody = Type.Object({ token: LobbyToken }, closed);
export const LobbySeatBody = Type.Object(
  {
    token: LobbyToken,
    actor: Id,
    label: Type.Optional(Type.String({ maxLength: 60, description: "The guest's own name, for the others." })),
  },
  closed,
);
export const LobbyView = Type.Object(
  {
    run: Type.String(),
    world: Type.String(),
    title: Type.String(),
    plays: Type.String(),
    expiresAt: Type.Integer(),
    seats: Type.Array(
      Type.Object({ actor: Type.String(), name: Type.String(), isFree: Type.Boolean(), by: Type.String() }, closed),
    ),
    yours: orNull(Type.String({ description: "The actor whose seat this caller has in the run already." })),
  },
  { ...closed, title: "LobbyView", description: "What a guest with the link is shown, and nothing else of the run." },
);
