-- Who delivers a mail holds it until then and says so again and again; until that ends nobody else
-- delivers it or has it sent again.
alter table mails
  add column lease_id uuid,
  add column leased_until timestamptz,
  add check ((lease_id is null) = (leased_until is null));
