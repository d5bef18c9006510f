// Words set in as few lines as hold them: short ones in one, longer ones broken where the longest line is shortest.
const SHORT = 6;

const longest = (lines: string[]) => Math.max(...lines.map((line) => line.length));

export function linesOf(words: string, most: number, short = SHORT): string[] {
  const parts = words.split(' ');
  if (words.length <= short || parts.length < 2) return [words];
  const two = parts
    .slice(1)
    .map((_, i) => [parts.slice(0, i + 1).join(' '), parts.slice(i + 1).join(' ')])
    .reduce((one, other) => (longest(other) < longest(one) ? other : one));
  return parts.length === 3 && most > 2 && longest(two) > short + 2 ? parts : two;
}
