// The match report as it is read: lines gathered into plays, plays into drives.
import type { Seat } from '../net/types';

// What was said of one turn. `headline`: its first line says how the play came out; `begins`: a play began with it;
// `drive`: whose drive did.
export interface Entry {
  turn_no: number;
  said: string[];
  headline?: boolean;
  begins?: boolean;
  drive?: Seat | null;
}

export interface Line {
  key: string;
  turn_no: number;
  text: string;
}

export interface Play {
  key: string;
  drive: { n: number; seat: Seat } | null;
  // Which line is the headline.
  head: number;
  lines: Line[];
}

// Only so many plays are kept on the page.
const SHOWN = 90;

// A turn belongs to the play under way, unless it begins another or nothing is known of it. Where the ball changes hands,
// the play that did it ends, and the drive is the heading of the next one.
export function plays(log: Entry[], most = SHOWN): Play[] {
  const out: Play[] = [];
  let drives = 0;
  let heading: Play['drive'] = null;
  let ended = true;
  for (const [i, { turn_no, said, headline, begins, drive }] of log.entries()) {
    const lines = said.map((text, k) => ({ key: `${i}.${k}`, turn_no, text }));
    const last = out.at(-1);
    if (last && !ended && begins === false) {
      if (headline) last.head = last.lines.length;
      last.lines.push(...lines);
    } else if (lines.length) {
      out.push({ key: String(i), drive: heading, head: 0, lines });
      heading = null;
      ended = false;
    }
    if (drive) {
      heading = { n: ++drives, seat: drive };
      ended = true;
    }
  }
  return most === Infinity ? out : out.slice(-most);
}
