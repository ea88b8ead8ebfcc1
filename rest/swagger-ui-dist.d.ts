declare module 'swagger-ui-dist/absolute-path.js' {
  /** The directory of the package's files. */
  export default function getAbsolutePath(): string;
}
