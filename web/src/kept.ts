// Small values that this browser keeps for its reader. A browser that keeps nothing (a file, a private window) is no fault.

export function readKept(key: string): string | null {
  try {
    return localStorage.getItem(`orrery:${key}`);
  } catch {
    return null;
  }
}

export function keep(key: string, value: string): void {
  try {
    localStorage.setItem(`orrery:${key}`, value);
  } catch {
    // Then it holds until the page is left.
  }
}
