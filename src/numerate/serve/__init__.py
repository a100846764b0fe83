"""The HTTP API and the web page: one offline process, for one user or many."""
