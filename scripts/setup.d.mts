/** Builds the console where it is missing or older than its sources. Throws SetupError where it cannot be built. */
export function buildConsole(): void;
