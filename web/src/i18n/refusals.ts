// What was refused, in words: by the code of the protocol, with the reason as far as the page can say it.
import { Refused } from '../net/api';
import type { Refusal } from '../net/types';
import { prefs } from '../store/prefs.svelte';
import { maybe, t } from './index';

export function refused({ code, message, retry_after }: Refusal): string {
  const whole = maybe(`refusal.${code}`) || message;
  const sentence = whole.replace(/\.$/, '');
  if (retry_after) return t('refused.ask-again', { sentence, n: Math.ceil(retry_after) });
  // What is wrong with something that was sent is told by the server, in English; where, a number tells anybody.
  if (!code.startsWith('bad-') || !message) return whole;
  if (prefs.lang === 'en') return t('refused.because', { sentence, reason: message.replace(/\.$/, '') });
  const line = /\bline (\d+)/.exec(message)?.[1];
  return line ? t('refused.at-line', { sentence, line }) : whole;
}

export const failureText = (failure: unknown): string =>
  failure instanceof Refused ? refused(failure.refusal) : String(failure);
