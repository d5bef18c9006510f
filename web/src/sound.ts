// All sounds are made here, from noise and tones; none until somebody asks for sound.
import type { Lang } from './net/types';
import { prefs } from './store/prefs.svelte';

let context: AudioContext | null = null;

function studio(): AudioContext | null {
  if (!prefs.sound || typeof AudioContext === 'undefined') return null;
  context ??= new AudioContext();
  if (context.state === 'suspended') void context.resume();
  return context;
}

interface Burst {
  at: number;
  length: number;
  pitch: number;
  sharp: number;
  loud: number;
}

// Filtered noise with a quick decay: dice on wood, paper, a crowd.
function noise(audio: AudioContext, { at, length, pitch, sharp, loud }: Burst) {
  const frames = Math.ceil(audio.sampleRate * length);
  const buffer = audio.createBuffer(1, frames, audio.sampleRate);
  const data = buffer.getChannelData(0);
  for (let i = 0; i < frames; i++) data[i] = (Math.random() * 2 - 1) * (1 - i / frames) ** 3;
  const source = audio.createBufferSource();
  source.buffer = buffer;
  const filter = audio.createBiquadFilter();
  filter.type = 'bandpass';
  filter.frequency.value = pitch;
  filter.Q.value = sharp;
  const gain = audio.createGain();
  gain.gain.value = loud;
  source.connect(filter).connect(gain).connect(audio.destination);
  source.start(audio.currentTime + at);
}

// So many dice that come to rest after `ms`.
export function dice(count: number, ms: number) {
  const audio = studio();
  if (!audio) return;
  const knocks = Math.min(14, 3 + count * 2);
  for (let i = 0; i < knocks; i++) {
    const at = 0.08 + ((i / knocks) ** 1.2 * 0.8 * ms) / 1000 + Math.random() * 0.03;
    noise(audio, { at, length: 0.05, pitch: 700 + Math.random() * 900, sharp: 4, loud: 0.5 * (1 - i / (knocks + 2)) });
  }
}

export function paper() {
  const audio = studio();
  if (!audio) return;
  noise(audio, { at: 0, length: 0.18, pitch: 3800, sharp: 0.7, loud: 0.25 });
}

// Two knocks on wood: it is your turn.
export function knock() {
  const audio = studio();
  if (!audio) return;
  for (const at of [0, 0.16]) noise(audio, { at, length: 0.12, pitch: 420, sharp: 6, loud: 0.9 });
}

export function whistle() {
  const audio = studio();
  if (!audio) return;
  const tone = audio.createOscillator();
  const trill = audio.createOscillator();
  const depth = audio.createGain();
  const gain = audio.createGain();
  tone.frequency.value = 2350;
  trill.frequency.value = 32;
  depth.gain.value = 130;
  trill.connect(depth).connect(tone.frequency);
  gain.gain.setValueAtTime(0.0001, audio.currentTime);
  gain.gain.exponentialRampToValueAtTime(0.12, audio.currentTime + 0.03);
  gain.gain.exponentialRampToValueAtTime(0.0001, audio.currentTime + 0.5);
  tone.connect(gain).connect(audio.destination);
  for (const part of [tone, trill]) {
    part.start();
    part.stop(audio.currentTime + 0.55);
  }
}

// The crowd swells with the change in the odds, 0 to 1.
export function crowd(change: number) {
  const audio = studio();
  if (!audio || change < 0.04) return;
  noise(audio, { at: 0, length: 0.6 + change * 2, pitch: 600, sharp: 0.5, loud: Math.min(0.35, change) });
}

// What a hand feels where the device can: a die that lies, a moment.
export function shake(moment?: string) {
  if (typeof navigator !== 'undefined' && 'vibrate' in navigator && navigator.userActivation?.hasBeenActive)
    navigator.vibrate(moment ? [40, 40, 90] : 12);
}

export function say(text: string, lang: Lang) {
  if (!text || typeof speechSynthesis === 'undefined') return;
  const line = new SpeechSynthesisUtterance(text);
  line.lang = lang === 'fr' ? 'fr-FR' : 'en-GB';
  line.rate = 1.08;
  speechSynthesis.speak(line);
}

export function hush() {
  if (typeof speechSynthesis !== 'undefined') speechSynthesis.cancel();
}
