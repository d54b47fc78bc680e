import { totalmem } from 'node:os';

/** Settings of the embedded PostgreSQL by name, passed on its command line so that code and not a file decides. */
export type Settings = Readonly<Record<string, string>>;

const MB = 1024 * 1024;

/** Returns settings for the machine of a school office. `durable: false` is for tests that discard their data. */
export function serverSettings(port: number, durable: boolean): Settings {
  const shared = Math.min(256, Math.max(64, Math.floor(totalmem() / MB / 8)));
  return {
    listen_addresses: '127.0.0.1',
    port: String(port),
    // A socket path may have at most 107 bytes, and DATA_DIR can be longer.
    unix_socket_directories: '',
    max_connections: '100',
    shared_buffers: `${shared}MB`,
    effective_cache_size: `${shared * 3}MB`,
    work_mem: '8MB',
    maintenance_work_mem: '64MB',
    max_wal_size: '1GB',
    checkpoint_completion_target: '0.9',
    wal_compression: 'pglz',
    random_page_cost: '1.1',
    jit: 'off',
    // A freshly imported list of a thousand students is searched at once, so the planner needs new statistics soon.
    autovacuum_naptime: '15s',
    timezone: 'UTC',
    log_timezone: 'UTC',
    password_encryption: 'scram-sha-256',
    // One log file per weekday: the log cannot fill the disk, and it survives the server process.
    logging_collector: 'on',
    log_directory: 'log',
    log_filename: 'postgresql-%a.log',
    log_truncate_on_rotation: 'on',
    log_rotation_age: '1d',
    log_rotation_size: '0',
    log_line_prefix: '%m [%p] %a ',
    // Statements contain names, phone numbers and fingerprints, which must not be logged.
    log_min_error_statement: 'panic',
    log_parameter_max_length_on_error: '0',
    ...(durable ? { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' } : throwaway),
  };
}

const throwaway: Settings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  max_connections: '300',
  wal_level: 'minimal',
  wal_compression: 'off',
  // Passwords that are thrown away too: each connection pays for them, and tests open ten thousand.
  scram_iterations: '1',
  max_wal_senders: '0',
};
