import { readFileSync, readdirSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { fill, percent, points, t } from '../src/i18n';
import { en } from '../src/i18n/en';
import { fr } from '../src/i18n/fr';
import { FRENCH, refused } from '../src/i18n/refusals';
import { sheetKeys, sheetWord } from '../src/i18n/sheet';
import { giveWords, wordsOf } from '../src/i18n/words.svelte';
import { prefs } from '../src/store/prefs.svelte';

afterEach(() => {
  prefs.lang = 'en';
});

const holes = (text: string) => [...new Set([...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1]))].sort();

// The entries of a catalogue that are written in one line: key = { name = "…", help = "…", rule = "…" }.
function entries(toml: string): Record<string, Record<string, { name: string; help: string; rule: string }>> {
  const found: ReturnType<typeof entries> = {};
  let section = '';
  for (const line of toml.split('\n')) {
    section = /^\[([\w.]+)\]/.exec(line)?.[1] ?? section;
    const entry = /^(?:"([^"]+)"|([\w-]+)) = \{ (name = .*) \}/.exec(line);
    if (!entry) continue;
    const part = (name: string) => new RegExp(`\\b${name} = "([^"]*)"`).exec(entry[3]!)?.[1] ?? '';
    (found[section] ??= {})[entry[1] ?? entry[2]!] = { name: part('name'), help: part('help'), rule: part('rule') };
  }
  return found;
}

describe('the words of the page', () => {
  it('exist in both languages with the same parameters', () => {
    for (const [key, text] of Object.entries(en)) {
      const french = (fr as Record<string, string>)[key];
      expect(french, key).toBeDefined();
      if (text !== '') expect(french, key).not.toBe('');
      expect(holes(french!), key).toEqual(holes(text));
    }
    expect(Object.keys(fr).sort()).toEqual(Object.keys(en).sort());
  });

  it('have a French sentence for every refusal of the server', () => {
    const codes = new Set<string>();
    for (const folder of ['../src/server', '../src/games'])
      for (const file of readdirSync(folder, { recursive: true }) as string[])
        if (/\.[ch]pp$/.test(file))
          for (const [, code] of readFileSync(`${folder}/${file}`, 'utf8').matchAll(
            /(?:refuse\(|Refused\{|refusal_answer\(\{|return|id, \{|too_much\()\s*"([a-z]+(?:-[a-z]+)*)"/g,
          ))
            codes.add(code!);
    const left = Object.keys(FRENCH).filter((code) => code !== 'bad-record-line');
    for (const code of ['bad-record', 'stale-turn', 'too-many-tables', 'illegal-action', 'over'])
      expect(codes, code).toContain(code);
    expect(left.filter((code) => !codes.has(code))).toEqual([]);
    for (const code of codes)
      if (code.includes('-') && /^(bad|no|not|too|unknown|wrong|store|seat|odds|stale|illegal|nothing)-/.test(code))
        expect(left, code).toContain(code);
    prefs.lang = 'fr';
    expect(refused({ code: 'bad-record', message: 'line 3 is no step' })).toContain('la ligne 3');
    prefs.lang = 'en';
    expect(refused({ code: 'over', message: 'the game is over' })).toBe('the game is over');
  });

  it('have a sentence for every goodbye of the server', () => {
    const contract = readFileSync('../docs/server-protocol.md', 'utf8');
    const reasons = /`reason` \(([^)]*)\)/.exec(contract)![1]!.match(/[a-z-]+/g)!;
    expect(reasons).toContain('restart');
    for (const reason of reasons) expect(en, reason).toHaveProperty([`bye.${reason}`]);
  });

  it('tell when to ask again', () => {
    const refusal = { code: 'busy', message: 'the table waits for its store', retry_after: 5 };
    expect(refused(refusal)).toBe('the table waits for its store. Try again in 5 s.');
    prefs.lang = 'fr';
    expect(refused(refusal)).toBe('Le serveur est occupé. Réessayez dans 5 s.');
  });

  it('have no turn numbers for what came too late', () => {
    const refusal = { code: 'stale-turn', message: 'turn 5 was meant, the table is at turn 6' };
    expect(refused(refusal)).toMatch(/choose again/);
    prefs.lang = 'fr';
    expect(refused(refusal)).toMatch(/choisissez à nouveau/);
  });

  it('follow the language chosen', () => {
    prefs.lang = 'en';
    expect(t('playComputer')).toBe('Play the computer');
    prefs.lang = 'fr';
    expect(t('playComputer')).toBe('Contre l’ordinateur');
  });

  it('leave an unknown parameter standing', () => {
    expect(fill('{a} and {b}', { a: 1 })).toBe('1 and {b}');
  });
});

describe('percentages', () => {
  it('have no false precision', () => {
    prefs.lang = 'en';
    expect(percent(0.6149)).toBe('61\u202f%');
    expect(percent(0.003)).toBe('0.3\u202f%');
    expect(percent(0.9999)).toBe('99.9\u202f%');
    expect(percent(1)).toBe('100\u202f%');
    expect(percent(0)).toBe('0\u202f%');
  });
  it('use the comma in French', () => {
    prefs.lang = 'fr';
    expect(percent(0.003)).toBe('0,3\u202f%');
    expect(points(-0.031)).toBe('−3,1');
  });
  it('carry their sign as points', () => {
    prefs.lang = 'en';
    expect(points(0.25)).toBe('+25');
    expect(points(0.00001)).toBe('0.0');
  });
});

describe('the catalogue of a game', () => {
  it('names what it knows and shows the rest as it is written', () => {
    prefs.lang = 'en';
    giveWords('en', 'toy', {
      action: { go: { name: 'Go for it', help: 'One more play.', rule: 'Step 2' } },
      option: { chip: { name: 'Chip', values: { true: 'with it' } } },
    });
    const words = wordsOf('toy');
    expect(words.action('fourth-down', 'go')).toEqual({ name: 'Go for it', help: 'One more play.', rule: 'Step 2' });
    expect(words.action('fourth-down', 'field-goal').name).toBe('field goal');
    expect(words.token('wr', 'STOP & GO').name).toBe('STOP & GO');
    expect(words.optionValue('chip', true)).toBe('with it');
    expect(words.optionValue('chip', false)).toBe('false');
  });
});

// What belongs to an event is what is shown at that event, and only there.
describe('entries of an event in the catalogues', () => {
  const folder = new URL('../../data/words/', import.meta.url);
  for (const lang of ['en', 'fr'] as const)
    for (const file of readdirSync(new URL(`${lang}/`, folder))) {
      const game = file.replace('.toml', '');
      const catalogue = entries(readFileSync(new URL(`${lang}/${file}`, folder), 'utf8'));
      const own = (['action', 'token'] as const).flatMap((section) =>
        Object.keys(catalogue[section] ?? {})
          .filter((key) => key.includes('/'))
          .map((key) => ({ section, key })),
      );
      if (own.length)
        it(`go first: ${game} in ${lang}`, () => {
          prefs.lang = lang;
          giveWords(lang, game, catalogue);
          const words = wordsOf(game);
          for (const { section, key } of own) {
            const [event, id] = key.split('/') as [string, string];
            expect(words[section](event, id), key).toEqual(catalogue[section]![key]);
            expect(words.keyAt(section, event, id)).toBe(key);
            const plain = catalogue[section]![id];
            if (plain) expect(words[section]('elsewhere', id), id).toEqual(plain);
          }
        });
    }
  it('are there', () => {
    const text = readFileSync(new URL('en/pocket-gridiron.toml', folder), 'utf8');
    expect(entries(text).token!['endzone/OUT']!.name).toBe('Out of bounds');
  });
});

describe('the words of the sheets', () => {
  const sheets = readdirSync(new URL('../../data/sheets', import.meta.url)).map((name) =>
    readFileSync(new URL(`../../data/sheets/${name}`, import.meta.url), 'utf8'),
  );
  it('cover every figure of every sheet', () => {
    const groups = sheets.flatMap((text) => [...text.matchAll(/^\[(\w+)\]/gm)].map((match) => match[1]!));
    const dice = sheets.flatMap((text) =>
      [...text.matchAll(/^\[+dice\.([\w-]+)\]/gm)].map((match) => `die.${match[1]!}`),
    );
    const known = new Set(sheetKeys());
    expect([...new Set([...groups, ...dice])].filter((key) => !known.has(key))).toEqual([]);
  });
  it('exist in French', () => {
    prefs.lang = 'fr';
    expect(sheetWord('die.brown')).toContain('plaquages');
    expect(sheetWord('unheard_of')).toBe('unheard of');
  });
});
