// Where the page begins.
import { mount } from 'svelte';
import './styles/base.css';
import App from './App.svelte';
import { warm } from './net/local';
import { dress } from './store/prefs.svelte';
import { look } from './store/route.svelte';

dress();
look();
mount(App, { target: document.getElementById('app')! });

if (import.meta.env.PROD && 'serviceWorker' in navigator)
  void navigator.serviceWorker.register(`${import.meta.env.BASE_URL}sw.js`);
// After the page itself.
addEventListener('load', () => setTimeout(warm, 1000));
