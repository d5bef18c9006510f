// What was refused: the server says it in the language of the page; here it becomes a sentence.
import { Refused } from '../net/api';
import type { Refusal } from '../net/types';
import { maybe, t } from './index';

const sentenceOf = (message: string) => message.charAt(0).toUpperCase() + message.slice(1).replace(/\.$/, '');

export function refused({ code, message, retry_after }: Refusal): string {
  const what = maybe(`refusal.${code}`); // where the message names only the place
  const sentence = what && message ? t('refused.because', { what, message }) : what || sentenceOf(message);
  if (retry_after) return t('refused.ask-again', { sentence, n: Math.ceil(retry_after) });
  return /[.?!]$/.test(sentence) ? sentence : `${sentence}.`;
}

export const failureText = (failure: unknown): string =>
  failure instanceof Refused ? refused(failure.refusal) : String(failure);
