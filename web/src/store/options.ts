// Which options of a game do something beside the others. The engine tells it with each option; the page knows no rule.
import type { Json, OptionInfo } from '../net/types';

export type Chosen = Record<string, Json>;

const same = (one: Json | undefined, other: Json | undefined) => JSON.stringify(one) === JSON.stringify(other);

const valueIn = (options: OptionInfo[], chosen: Chosen, name: string): Json | undefined =>
  chosen[name] ?? options.find((one) => one.name === name)?.default;

const met = (needs: OptionInfo['needs'], options: OptionInfo[], chosen: Chosen): boolean =>
  !needs ||
  Object.entries(needs).some(([name, values]) => values.some((value) => same(value, valueIn(options, chosen, name))));

// Those that do something, each with the values that do; what is chosen stays among them.
export const acting = (options: OptionInfo[], chosen: Chosen): OptionInfo[] =>
  options
    .filter((option) => met(option.needs, options, chosen))
    .map((option) => {
      const { values, value_needs } = option;
      if (!values || !value_needs) return option;
      const wanted = chosen[option.name];
      return {
        ...option,
        values: values.filter((one) => same(one, wanted) || met(value_needs[String(one)], options, chosen)),
      };
    });

// What was chosen, without what does nothing: a table may refuse it.
export const effective = (options: OptionInfo[], chosen: Chosen): Chosen => {
  const names = new Set(acting(options, chosen).map((option) => option.name));
  return Object.fromEntries(Object.entries(chosen).filter(([name]) => names.has(name)));
};
