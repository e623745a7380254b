import type { Host } from './network.ts'

/** How the programs of others are set up on the test bed: what `docs/operations/nodes.md` recommends. */

/** Patroni and its PostgreSQL on one machine: a commit waits for one standby of two, and no machine is the primary without. */
export const patroniConfig = ({ name, address }: Host, machines: readonly Host[], password: string) => `
scope: tradebook
name: ${name}
restapi: { listen: '${address}:8008', connect_address: '${address}:8008' }
etcd3: { hosts: '${machines.map((machine) => `${machine.address}:2379`).join()}' }
bootstrap:
  dcs:
    ttl: 20
    loop_wait: 5
    retry_timeout: 5
    synchronous_mode: quorum
    synchronous_mode_strict: true
    postgresql:
      use_pg_rewind: true
      parameters: { max_connections: 100, wal_keep_size: 256MB }
  initdb: [ { encoding: UTF8 }, { locale: C.UTF-8 }, data-checksums ]
postgresql:
  listen: '${address},127.0.0.1:5432'
  connect_address: '${address}:5432'
  data_dir: /srv/${name}/postgres/data
  bin_dir: /usr/lib/postgresql/17/bin
  pgpass: /srv/${name}/postgres/pgpass
  authentication:
    superuser: { username: postgres, password: '${password}' }
    replication: { username: replicator, password: '${password}' }
    rewind: { username: rewinder, password: '${password}' }
  basebackup: [ { checkpoint: fast } ]
  parameters: { unix_socket_directories: /srv/${name}/postgres, shared_buffers: 128MB }
  pg_hba:
    - local all all trust
    - host all all 10.77.0.0/24 scram-sha-256
    - host all all 127.0.0.1/32 scram-sha-256
    - host replication replicator 10.77.0.0/24 scram-sha-256
    - host replication replicator 127.0.0.1/32 scram-sha-256
`

export const haproxyConfig = ({
  address,
  port,
  webs,
  machines,
}: {
  readonly address: string
  readonly port: number
  readonly webs: readonly Host[]
  readonly machines: readonly Host[]
}) => `
defaults
  mode http
  timeout connect 2s
  timeout client 75s
  timeout server 75s
  timeout tunnel 1h
  retries 0
  cookie tradebook-node insert indirect nocache httponly
  default-server check inter 1s fall 2 rise 1 on-marked-down shutdown-sessions

frontend page
  bind ${address}:${port}
  option forwardfor
  use_backend ready if { nbsrv(ready) gt 0 }
  default_backend reading

backend ready
  option httpchk GET /health/ready
${webs.map((web) => `  server ${web.name} ${web.address}:${port} cookie ${web.name}`).join('\n')}

backend reading
  option httpchk GET /health/live
${webs.map((web) => `  server ${web.name} ${web.address}:${port} cookie ${web.name}`).join('\n')}

listen standbys
  mode tcp
  bind ${address}:5433
  option httpchk GET /replica
  http-check expect status 200
${machines.map((machine) => `  server ${machine.name} ${machine.address}:5432 check port 8008`).join('\n')}
`
