/** JSON as a type: all that crosses the wire, the wall and a file. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
export type JsonObject = { [key: string]: Json }

/** Milliseconds. What they are counted from (an epoch, a take's start, a cause) is said where the type is used. */
export type Ms = number
