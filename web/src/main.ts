// Where the page begins.
import { mount } from 'svelte';
import './styles/base.css';
import App from './App.svelte';
import { folder, warm, whenReady } from './net/local';
import { dress } from './store/prefs.svelte';
import { look } from './store/route.svelte';

dress();
look();
mount(App, { target: document.getElementById('app')! });

// It fetches every file once more: where the engine is needed to play at all, that waits until the engine is there.
function keepThePage() {
  if (import.meta.env.PROD && 'serviceWorker' in navigator)
    void navigator.serviceWorker.register(`${import.meta.env.BASE_URL}sw.js`);
}
if (folder) {
  warm();
  whenReady(keepThePage);
} else {
  keepThePage();
  // After the page itself.
  addEventListener('load', () => setTimeout(warm, 1000));
}
