-- Not by what the planner knows of the chain: at the start of a long transaction it looks so short that all of it would
-- be read for each entry.
alter function app.chain_audit_entry() set enable_seqscan = off;
