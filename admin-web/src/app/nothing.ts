/** In place of a module that a library brings along and nothing here calls. */
export default function nothing(): void {}
