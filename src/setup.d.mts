/** The types of `setup.mjs`, which is plain JavaScript so that any Node can read it. */
export function nodeIsNewEnough(version: string): boolean
export function checkNode(version?: string): void
/** The `packages` of a package-lock.json, as far as set-up reads them. */
export type Packages = Record<
  string,
  {
    version?: string
    dev?: boolean
    devOptional?: boolean
    optional?: boolean
    link?: boolean
    os?: string[]
    cpu?: string[]
    libc?: string[]
  }
>
export function missingPackages(
  wanted: Packages,
  installed: Packages,
  options: { dev: boolean; platform?: string; arch?: string },
): string[]
export function setUp(options?: { dev?: boolean; root?: string }): Promise<void>
