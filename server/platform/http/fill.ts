/** A text with its places filled; one that nothing fills stays as it is. */
export function fill(text: string, params: Record<string, string>): string {
  return text.replaceAll(/\{\{(\w+)\}\}/g, (braces, name) => params[name] ?? braces)
}
