// The time of day as it is said.
/** "9:05 in the morning". */
export function hourInWords(minute: number): string {
  const hour = Math.floor(minute / 60);
  const part = hour < 12 ? "in the morning" : hour < 18 ? "in the afternoon" : "in the evening";
  return `${hour % 12 === 0 ? 12 : hour % 12}:${String(minute % 60).padStart(2, "0")} ${part}`;
}
