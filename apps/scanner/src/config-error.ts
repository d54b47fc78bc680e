/** ConfigError: thrown for settings that cannot be used. The message names the setting and may be shown. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}
