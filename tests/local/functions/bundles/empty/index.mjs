export const handle = 1;
