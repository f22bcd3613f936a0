// The questions a page asks before it does something: each a dialog, one at a time.
import { titleInFile } from "@orrery/runtime/file-name";
import * as wire from "../wire.ts";
import { t } from "../words.ts";
import { BranchAsk, RollbackAsk, ShareAsk } from "./dialogs.tsx";
import { InviteAsk } from "./invite.tsx";
import { KeySheet, type Keys } from "./keys.tsx";
import { transcriptOf } from "./transcript.ts";
import type { RunScene } from "./use-scene.ts";

export function Questions({ scene, keys }: { scene: RunScene; keys: Keys }) {
  const { run, place, live, kind, moment, names, title, player, past, head, disk, asking } = scene;
  const close = () => scene.ask(null);
  switch (asking) {
    case null:
      return null;
    case "keys":
      return <KeySheet keys={keys} more={kind.marks ?? []} onClose={close} />;
    case "share":
      return (
        <ShareAsk
          run={run}
          disk={disk}
          plays={live.now?.plays ?? ""}
          name={t("fileName", { title: titleInFile(title), turn: moment.turn })}
          link={scene.linkTo(past)}
          stage={() => {
            // On a phone the stage is hidden behind the panels from which this is asked.
            scene.choosePane("stage");
            return document.querySelector("main");
          }}
          transcript={() => transcriptOf({ title, lines: moment.story, said: scene.said, names, ending: scene.ending })}
          onClose={close}
        />
      );
    case "rollback":
      if (past === null) return null;
      return (
        <RollbackAsk
          run={run}
          branch={place.branch}
          to={past}
          head={head}
          onClose={close}
          rollback={async () => {
            close();
            const done = await live.work(t("goingBack"), () => wire.rollback(run, past, place.branch));
            if (!done) return;
            await live.reload();
            scene.looked.current = false;
            player.seek(null);
          }}
        />
      );
    case "branch":
      return (
        <BranchAsk
          run={run}
          at={past ?? head}
          taken={live.branches.map(({ name }) => name)}
          onClose={close}
          create={async (name, dice) => {
            close();
            const done = await live.work(t("branching"), () =>
              wire.createBranch(run, { name, at: past ?? head, dice, from: place.branch }),
            );
            if (done) scene.move({ branch: done.branch, at: null, eyes: place.eyes }, "push");
          }}
        />
      );
    case "invite":
      return (
        <InviteAsk
          run={run}
          branch={place.branch}
          actors={moment.base.actors}
          agents={scene.atWork ? live.sitting!.agents : null}
          world={moment.base.world}
          Face={kind.Face}
          onClose={close}
        />
      );
  }
}
