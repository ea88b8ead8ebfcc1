declare module 'swagger-ui-dist/absolute-path.js' {
  /** The folder that holds the files of the package. */
  export default function getAbsolutePath(): string;
}
