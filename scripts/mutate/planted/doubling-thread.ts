import { parentPort } from 'node:worker_threads';

// Planted: a thread that is given neither environment nor options, as those of the fingerprint engine are.
parentPort?.on('message', (given: number) => parentPort?.postMessage(given * 2));
