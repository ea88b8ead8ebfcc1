// A process of jest-light-runner loads this before its first test file.
import { register } from 'node:module';

register('./hooks.mjs', import.meta.url);
