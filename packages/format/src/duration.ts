import { checkNumber } from "@lembas/arguments";

const twoDigits = (value: bigint): string => value.toString().padStart(2, "0");

/**
 * A duration: `5s`, from 60 seconds `1m 05s`, from 3,600 seconds `2h 03m`, hours without commas. Seconds are
 * floored first; below 0 or not finite is 0. Specification 1.6.
 *
 * @throws {TypeError} `seconds` is no number
 * @example formatDuration(65) // "1m 05s"
 */
export const formatDuration = (seconds: number): string => {
  checkNumber(seconds, "seconds");
  // BigInt, so that hours are plain digits however many they are.
  const whole = BigInt(Number.isFinite(seconds) && seconds > 0 ? Math.floor(seconds) : 0);
  if (whole < 60n) return `${whole}s`;
  const minutes = whole / 60n;
  if (minutes < 60n) return `${minutes}m ${twoDigits(whole % 60n)}s`;
  return `${minutes / 60n}h ${twoDigits(minutes % 60n)}m`;
};
