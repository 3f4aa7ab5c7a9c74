/** Version of the package; a test holds it to package.json, whose import would cost 1 ms of start. */
export const VERSION = '0.1.0';
