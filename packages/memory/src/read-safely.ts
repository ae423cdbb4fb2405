/**
 * What reading something that a model sent gives. Where that throws it says nothing: no JSON value does so, but a getter
 * or a proxy may.
 */
export const readSafely = <Value>(read: () => Value, nothing: Value): Value => {
  try {
    return read();
  } catch {
    return nothing;
  }
};
