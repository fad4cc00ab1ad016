/** The imports of a kata's test that TypeScript cannot read by itself. */

/** A recorded run. */
declare module '#runs/*' {
  const run: import('../src/replay/run.ts').Run
  export default run
}

/** A file as text. */
declare module '*?raw' {
  const text: string
  export default text
}

interface ImportMeta {
  /** Where this file is: how a kata's test tells the workbook which kata it is. */
  url: string
}
