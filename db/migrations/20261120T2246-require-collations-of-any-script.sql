-- Lists are searched and sorted by letters of any script, whatever locale the database was made with.
do $$
begin
  if not exists (select from pg_collation where collname = 'und-x-icu') then
    raise exception 'This PostgreSQL was built without ICU; Overfly needs its collation und-x-icu.';
  end if;
end
$$;
