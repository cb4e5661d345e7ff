// Unrolling along a route (route.ts). In: a side that a path takes. Out: whether it is followed; a side that no run has taken is cut
// off, or skipped (phantom-edges.ts).

import { pointOf } from "../route.ts";
import { type Frame, userPosition } from "./frame.ts";
import type { Path } from "./path.ts";
import type { Steps } from "./steps.ts";

/** Whether loops and recursions are followed up to bounds: always without a route, and along one where all sides are followed. */
export const isBounded = ({ round, isSketching }: Steps, frame: Frame, path: Path): boolean =>
  isSketching || round.options.route === undefined || isInLibrarySection(frame, path);

/** Inside the sections of the library all sides are followed, so that what makes a thread wait is exact. */
const isInLibrarySection = ({ library }: Frame, { section }: Path): boolean => library && section !== null;

/** Whether no run has taken the side. `key`: the block or the call; `side`: the block or the function that it leads to. */
export function isUnseen(steps: Steps, frame: Frame, path: Path, key: string, side: number): boolean {
  const { route } = steps.round.options;
  if (route === undefined || steps.isSketching || isInLibrarySection(frame, path)) return false;
  const point = pointOf(steps.name, key);
  if (!route.has(point, side)) return true;
  steps.round.followed.add(point, side);
  return false;
}

/** The path ends at a side that was not seen. */
export function cutSide(steps: Steps, frame: Frame, path: Path, key: string, side: number): void {
  const name = pointOf(steps.name, key);
  steps.cut(path, steps.terms.true, { what: "side", name, at: userPosition(frame, steps.site.at), side });
}
