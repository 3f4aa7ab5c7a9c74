/** Which part of its file a text is. */
export interface FilePart {
  /** The first bytes of the file, where the text does not start with them. */
  readonly head: Uint8Array | null;
  /** Whether the text ends where the file does. */
  readonly isEnd: boolean;
}

export const WHOLE_FILE: FilePart = { head: null, isEnd: true };
