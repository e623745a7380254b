/** A client of the NATS server that is not a process of the installation. */
export { connect as connectStranger } from '@nats-io/transport-node'
