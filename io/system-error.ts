/** Whether an error is one that the system gave to a call, such as to open a file. */
export function isOfSystem(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error;
}
