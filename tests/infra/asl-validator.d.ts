// The package brings no types.
declare module 'asl-validator' {
  interface Result {
    readonly isValid: boolean;
    readonly errorsText: (separator: string) => string;
  }
  /** Writes into what it is given: hand it a copy. */
  export default function validate(definition: object): Result;
}
