declare module 'relay-compiler' {
  /** Path of the program for this machine. */
  const compilerPath: string;
  export default compilerPath;
}
