// Which faces have a drawing of their own; all are drawn within 40 by 40.
export const SYMBOLS: Record<string, string> = {
  FG: 'posts', TD: 'ball', 'TD>': 'ball', NG: 'wall', S: 'down', T: 'swap', P6: 'hand',
  REF: 'ref', WHISTLE: 'whistle', BALL: 'ball', FLAG: 'flag', VIDEO: 'screen', 'VIDEO REF': 'screen', OUT: 'cross',
  FUMBLE: 'loose', INCOMP: 'miss', SCRAMBLE: 'run', SNEAK: 'sneak', SET: 'plus', TRY: 'oval', 'NO TRY': 'cross', PASS: 'pass', SCRUM: 'scrum', LINEOUT: 'lineout', 'DROP GOAL': 'rugbyposts',
  GREEN: 'tick', RED: 'cross', RESET: 'again', YELLOW: 'card', 'RUCK WIN': 'tick', 'NO RUCK WIN': 'cross', 'NO CARD': 'cross', home: 'coinhome', away: 'coinaway', 'BIG HIT': 'burst',
};

export const hasSymbol = (name: string): boolean => name in SYMBOLS;
